// The router reads this key when it loads and catches the error if it is missing. Browsers then
// reparse the entire file to locate that error. A separate file, because module code within one bundle file isn’t run in import order.
try {
  sessionStorage['vue-router:scroll'] ??= '{}'
} catch {
  // The browser blocks page storage.
}

export {}
