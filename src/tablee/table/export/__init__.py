"""Export and import of campaigns, and the verification of their throws.

`export_file` has the format of a file, `exporting` what it contains, `importing` how a campaign is
imported after `log_checks` has checked it. `throw_checks` verifies throws of the house dice. The
package may import the acts, the views and the log; it must not know pages or the API.
"""
