import type { AccountColour } from '../../shared/rules/account-colours.ts'
import { canvasColours } from '../../shared/rules/canvas-colours.ts'

/** A theme’s colors and shadows: the single source of truth for CSS variables and the naive-ui theme. */
export interface Tokens {
  canvas: string
  surface: string
  /** Menus, dialogs, and toasts. Dark shadows are invisible, so the color sets them apart. */
  raised: string
  sunken: string
  hover: string
  border: string
  /** Control edges, with a contrast of 3:1 against the surface. */
  edge: string
  text: string
  textSoft: string
  /** Hints and placeholders, with a contrast of 4.5:1 on all backgrounds above. */
  textFaint: string
  primary: string
  primaryHover: string
  onPrimary: string
  /** The selected and the current item. */
  selected: string
  primaryText: string
  danger: string
  dangerSoft: string
  warning: string
  warningSoft: string
  success: string
  focus: string
  backdrop: string
  menuShadow: string
  dialogShadow: string
}

export const light: Tokens = {
  canvas: canvasColours.light,
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: '#edf1f3',
  hover: '#e6ecee',
  border: '#dbe2e6',
  edge: '#71808b',
  text: '#17222b',
  textSoft: '#42505c',
  textFaint: '#566470',
  primary: '#0f766e',
  primaryHover: '#0c655e',
  onPrimary: '#ffffff',
  selected: '#dff1ee',
  primaryText: '#0b5f58',
  danger: '#b3261e',
  dangerSoft: '#fceceb',
  warning: '#84540a',
  warningSoft: '#fdf2dc',
  success: '#18703b',
  focus: '#0f766e',
  backdrop: 'rgb(16 26 33 / 0.45)',
  menuShadow: '0 4px 16px rgb(0 0 0 / 0.14)',
  dialogShadow: '0 16px 48px rgb(0 0 0 / 0.24)',
}

export const dark: Tokens = {
  canvas: canvasColours.dark,
  surface: '#182026',
  raised: '#1f2930',
  sunken: '#0d1215',
  hover: '#222d34',
  border: '#2a363e',
  edge: '#75848f',
  text: '#e7edf0',
  textSoft: '#b8c4cc',
  textFaint: '#98a6b0',
  primary: '#3fbfb0',
  primaryHover: '#58cdbf',
  onPrimary: '#06211e',
  selected: '#12322f',
  primaryText: '#66d0c3',
  danger: '#f59a92',
  dangerSoft: '#3a1d1c',
  warning: '#e8bb66',
  warningSoft: '#32280f',
  success: '#76cb92',
  focus: '#58cdbf',
  backdrop: 'rgb(0 0 0 / 0.6)',
  menuShadow: '0 4px 16px rgb(0 0 0 / 0.4)',
  dialogShadow: '0 16px 48px rgb(0 0 0 / 0.6)',
}

/** Adapts a theme for users whose system requests more contrast: everything gets the full text color. */
export function withMoreContrast(theme: Tokens): Tokens {
  const { text } = theme
  return { ...theme, border: text, edge: text, textSoft: text, textFaint: text, focus: text }
}

/** White initials have a contrast of at least 4.5:1 on all of these, in both themes. */
export const accountColourValues: Record<AccountColour, string> = {
  teal: '#0f766e',
  blue: '#2560ad',
  violet: '#6a48bd',
  pink: '#ad3179',
  red: '#b3322b',
  orange: '#ad4c0c',
  olive: '#5c6814',
  slate: '#4b5b69',
}

/** Sets the tokens as CSS variables, such as `--text-soft`. */
export function applyTokens(root: HTMLElement, tokens: Tokens): void {
  for (const [name, value] of Object.entries(tokens)) {
    root.style.setProperty(`--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`, value)
  }
}
