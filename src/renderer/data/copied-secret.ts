const key = 'latchkey-copied'

// A page that is locked begins anew and can no longer take a secret out of the clipboard by itself. That there may be one there
// outlives it; what it is does not. The desktop app looks into the clipboard itself.

/** A secret is in the clipboard from now on. */
export function noteCopied(): void {
  if (!window.latchkey) sessionStorage.setItem(key, '1')
}

/** It is not there any more. */
export function forgetCopied(): void {
  sessionStorage.removeItem(key)
}

/** Whether a page before this one left a secret in the clipboard. */
export function wasCopied(): boolean {
  return sessionStorage.getItem(key) !== null
}
