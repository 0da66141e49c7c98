// On load, the router reads this key, and catches the error if it’s missing. To locate that error, browsers reparse the
// entire file. This must be a separate file, because modules bundled together don’t run in import order.
try {
  sessionStorage['vue-router:scroll'] ??= '{}'
} catch {
  // The browser is blocking page storage.
}

export {}
