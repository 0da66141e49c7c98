import type { InjectionKey } from 'vue'

/** What a dialog provides to the form and the buttons inside. */
interface DialogFrame {
  /** Selects the element that the buttons go to. */
  foot: string
  /** Replaces the dialog’s `submit` event. */
  onSubmit: (submit: () => unknown) => void
}

export const dialogFrame: InjectionKey<DialogFrame> = Symbol('dialog')

/** The buttons in the platform’s order: the confirming one comes last, but first on Windows. */
export function dialogButtons(platform = navigator.platform): ('cancel' | 'confirm')[] {
  return platform.startsWith('Win') ? ['confirm', 'cancel'] : ['cancel', 'confirm']
}
