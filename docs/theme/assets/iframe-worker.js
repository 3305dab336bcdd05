// The search runs in a worker, which browsers refuse to a page opened from a file: there a hidden
// frame stands in for it.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    onmessage = null;
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => setTimeout(() => {
        const event = new MessageEvent("message", { data: structuredClone(data) });
        this.onmessage?.(event);
        this.dispatchEvent(event);
      });
      const script = inside.document.createElement("script");
      this.ready = new Promise((resolve) => { script.onload = resolve; });
      script.src = new URL(url, location.href).href;
      inside.document.body.append(script);
    }
    postMessage(data) {
      this.ready.then(() => {
        const inside = this.frame.contentWindow;
        inside.dispatchEvent(new inside.MessageEvent("message", { data: structuredClone(data) }));
      });
    }
    terminate() { this.frame.remove(); }
  };
}
