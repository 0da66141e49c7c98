import { isReservedUsername } from '../shared/username.ts'

/** Characters. */
const maxLength = 255

/** What is wrong with the form of a username. */
export function usernameErrors(username: string): string[] {
  if (username === '') return [`can't be blank`]
  const errors = []
  if (username.length > maxLength) errors.push(`is too long (maximum is ${maxLength} characters)`)
  if (isReservedUsername(username)) errors.push('is a reserved name')
  if (!isWellFormed(username)) {
    errors.push(
      `can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.`,
    )
  }
  return errors
}

function isWellFormed(username: string): boolean {
  return /^[\w.][\w.-]*$/.test(username) && !/(\.|\.git|\.atom)$/.test(username)
}
