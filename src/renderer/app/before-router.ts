// The router reads this key of its own as it loads, and catches the error if it isn’t there. For that error a browser parses the whole file
// again to say where it was thrown. In a file of its own, because the parts of one file do not run in the order of their imports.
try {
  sessionStorage['vue-router:scroll'] ??= '{}'
} catch {
  // The browser does not let pages store anything.
}

export {}
