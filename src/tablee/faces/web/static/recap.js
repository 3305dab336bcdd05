// The recap as a text and as a file has the reader's hour, which `table.js` puts into the page.
{
  const began = document.querySelector(".lead time[data-day]"), before = began?.textContent;
  document.addEventListener("DOMContentLoaded", () => {
    if (!began) return;
    const recap = document.getElementById("recap-text");
    recap.value = recap.value.replace(before, began.textContent);
    const file = new Blob([recap.value], { type: "text/markdown" });
    document.querySelector("a[download]").href = URL.createObjectURL(file);
  });
}
document.addEventListener("click", ({ target }) => { if (target.closest("[data-print]")) print(); });
