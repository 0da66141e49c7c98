import { onUnmounted } from 'vue'

/**
 * For forms within a screen. Escape closes the form, unless an open element inside it handles the key. The focus then
 * returns to the control that opened it, or one with the same name.
 */
export function useInlineEdit(end: () => void) {
  const opener = document.activeElement
  const name = nameOf(opener)
  onUnmounted(() => {
    if (document.activeElement !== document.body) return
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
    const next = opener?.isConnected ? opener : buttons.find((button) => nameOf(button) === name)
    if (next instanceof HTMLElement) next.focus()
  })

  function onEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    end()
  }

  return { onEscape }
}

function nameOf(element: Element | null): string | undefined {
  return element?.getAttribute('aria-label') ?? element?.textContent?.trim()
}
