/** A person, as far as their password must not give them away. */
interface Owner {
  name: string
  username: string
  email: string
}

const minLength = 8
const maxLength = 128
/** Shorter parts of a name may be in a password. */
const minNamePartLength = 4

/** What everybody tries first (`lib/security/weak_passwords.rb`). */
const commonPasswords = (
  'password passw0rd p@ssword p@ssw0rd 12345678 123456789 1234567890 87654321 11111111 00000000 12341234 qwertyui ' +
  'qwertyuiop qwerty123 1q2w3e4r 1qaz2wsx asdfghjkl abcdefgh abcd1234 letmein1 iloveyou football baseball superman ' +
  'sunshine princess trustno1 changeme welcome1 admin123 administrator'
).split(' ')
const forbiddenWords = ['password', 'gitlab', 'devops']

/** What is wrong with a password; it is checked and forgotten, as nobody signs in here with one. */
export function passwordErrors(password: string, owner: Owner): string[] {
  if (password === '') return [`can't be blank`]
  const length = [...password].length
  const errors = []
  if (length < minLength) errors.push(`is too short (minimum is ${minLength} characters)`)
  if (length > maxLength) errors.push(`is too long (maximum is ${maxLength} characters)`)
  if (errors.length === 0 && isWeak(password.toLowerCase(), owner)) {
    errors.push('must not contain commonly used combinations of words and letters')
  }
  return errors
}

function isWeak(password: string, { name, username, email }: Owner): boolean {
  const words = [name, username, email].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return (
    commonPasswords.includes(password) ||
    [...forbiddenWords, ...words].some(
      (word) => word.length >= minNamePartLength && password.includes(word.toLowerCase()),
    )
  )
}
