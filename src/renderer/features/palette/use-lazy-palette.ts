import { useEventListener } from '@vueuse/core'
import { type Component, type Ref, ref, shallowRef, watch } from 'vue'
import type { PaletteEntries } from '../../components/palette/commands.ts'
import { loadMessages } from '../../ui/messages.ts'
import type { Module } from '../module.ts'
import type { PaletteOffer } from './use-palette.ts'
import type { EarlyInput } from './palette-store.ts'

/**
 * The command palette, loaded after the first screen. It isn’t an async component, so it opens in the same frame once
 * it is loaded.
 */
export function useLazyPalette(
  isOpen: Ref<boolean>,
  modules: readonly Module[],
  app: { entries: PaletteEntries; shortcutOf: PaletteOffer['shortcutOf'] },
) {
  const component = shallowRef<Component>()
  const offer = shallowRef<PaletteOffer>()
  const earlyInput = ref<EarlyInput>({ text: '', entered: false })
  let beginning = ''

  async function load() {
    await loadMessages()
    const [palette, ...entries] = await Promise.all([
      import('./CommandPalette.vue'),
      ...modules.flatMap((module) => module.palette?.() ?? []),
    ])
    offer.value = {
      screens: modules.flatMap(({ screens }) => screens),
      entries: [...entries, app.entries],
      shortcutOf: app.shortcutOf,
    }
    component.value = palette.default
  }

  /** Opens the palette with initial text. */
  function openWith(text: string) {
    beginning = text
    isOpen.value = true
  }

  watch(isOpen, (opens) => {
    earlyInput.value = { text: beginning, entered: false }
    beginning = ''
    if (opens) void load()
  })
  useEventListener('keydown', (event) => {
    if (!isOpen.value || component.value || event.ctrlKey || event.metaKey || event.altKey) return
    const typed = earlyInput.value
    if (event.key === 'Escape') isOpen.value = false
    else if (event.key === 'Enter') typed.entered = typed.text.trim() !== ''
    else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1)
    else if (event.key.length === 1) typed.text += event.key
    else return
    event.preventDefault()
  })

  return { component, offer, earlyInput, load, openWith }
}
