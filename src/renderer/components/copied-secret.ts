const key = 'latchkey-copied'

// Locking reloads the page, which can no longer clear a secret from the clipboard on its own. This stores only that
// there may be a secret, never the secret itself. The desktop app checks the clipboard instead.

/** Records that the clipboard contains a secret. */
export function markCopied(): void {
  if (!window.latchkey) sessionStorage.setItem(key, '1')
}

/** Records that the clipboard no longer contains a secret. */
export function unmarkCopied(): void {
  sessionStorage.removeItem(key)
}

/** Whether the page left a secret in the clipboard before a reload. */
export function wasCopied(): boolean {
  return sessionStorage.getItem(key) !== null
}
