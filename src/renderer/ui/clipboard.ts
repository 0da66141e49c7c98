/** Sent to the window whenever this page put something into the clipboard. */
export const copiedEvent = 'latchkey-copied'

/** Puts a text into the clipboard; answers whether it got there. What is secret goes through `useSecretClipboard`. */
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

/** The text in the clipboard, where the page may look without the person being asked; else nothing. */
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

/** For hosts that grant a page no clipboard: copying a selection after a click is always allowed. */
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
