import { t } from '../ui/messages.ts'

/** How much an action does. */
export interface ActionWeight {
  /** Whether it can be undone, so that Undo is offered afterwards. */
  isReversible: boolean
  /** How many things it changes; by default one. */
  count?: number
}

/** A reversible action on more than these needs a confirmation. */
const undoableAtOnce = 50

/**
 * What must be typed to confirm an action; undefined if it is done at once. One rule for the whole app: what can be undone asks only
 * when it changes many things, and what can't be undone always asks.
 */
export function textToType(weight: ActionWeight & { isReversible: false }): string
export function textToType(weight: ActionWeight): string | undefined
export function textToType({ isReversible, count = 1 }: ActionWeight): string | undefined {
  if (count > (isReversible ? undoableAtOnce : 1)) return String(count)
  return isReversible ? undefined : t('app.confirmWord')
}

/** Whether a typed text is the wanted one. Case doesn’t matter, and the digits of a number may be grouped. */
export function matchesTextToType(typed: string, wanted: string): boolean {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  if (!/^\d+$/.test(wanted)) return text === wanted
  return /^\d[\d.,'’\s]*$/.test(text) && text.replace(/\D/g, '') === wanted
}
