const key = 'latchkey-copied'

// Locking reloads the page, which then can’t clear a secret from the clipboard itself. Only the fact that there may be
// one is stored, never the secret. The desktop app checks the clipboard itself.

/** Records that the clipboard holds a secret. */
export function markCopied(): void {
  if (!window.latchkey) sessionStorage.setItem(key, '1')
}

/** Records that the clipboard no longer holds a secret. */
export function unmarkCopied(): void {
  sessionStorage.removeItem(key)
}

/** Whether an earlier page left a secret in the clipboard. */
export function wasCopied(): boolean {
  return sessionStorage.getItem(key) !== null
}
