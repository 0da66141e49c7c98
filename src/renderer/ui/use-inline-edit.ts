import { onUnmounted } from 'vue'

/**
 * For a form in the middle of a screen: Escape ends it, unless something open in it takes the key. The focus goes back to what opened
 * it, or to what has its name now.
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
