import { type AccountColour, accountColours } from '../../shared/rules/account-colours.ts'

/** The colour behind a person's initials: the same one wherever they are shown. */
export function userColour(id: number): AccountColour {
  return accountColours[id % accountColours.length]!
}
