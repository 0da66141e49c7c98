import { type AccountColour, accountColours } from '../../shared/rules/account-colours.ts'

/** The color behind a user’s initials, the same everywhere. */
export function userColour(id: number): AccountColour {
  return accountColours[id % accountColours.length]!
}
