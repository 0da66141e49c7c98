/** Dispatched on `window` whenever this page copies something. */
export const copiedEvent = 'latchkey-copied'

/** Copies text; returns whether it succeeded. For secrets, use `useSecretClipboard` instead. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await writeText(text)
  if (isCopied) window.dispatchEvent(new Event(copiedEvent))
  return isCopied
}

async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Reads the clipboard’s text; undefined if that would require a prompt. */
export async function readText(): Promise<string | undefined> {
  try {
    const { state } = await navigator.permissions.query({
      name: 'clipboard-read' as PermissionName,
    })
    return state === 'granted' ? await navigator.clipboard.readText() : undefined
  } catch {
    return undefined
  }
}

/** A fallback for hosts that deny clipboard access. Copying a selection after a click is always allowed. */
function copyBySelection(text: string): boolean {
  const carrier = document.createElement('textarea')
  const focused = document.activeElement
  carrier.value = text
  carrier.style.position = 'fixed'
  carrier.style.opacity = '0'
  document.body.append(carrier)
  carrier.select()
  const copied = document.execCommand('copy')
  carrier.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
