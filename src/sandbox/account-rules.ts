import { privateCommitEmailToken } from '../shared/rules/commit-verification.ts'
import { nameLimit } from '../shared/rules/limits.ts'
import { userFields } from '../shared/rules/user-fields.ts'
import { type Profile, type User, profileFields } from './database/users.ts'
import { usernameRules } from '../shared/rules/username.ts'

/** An account that hasn't been stored yet. */
export type UserDraft = Pick<User, 'username' | 'name' | 'email' | 'public_email'> & {
  profile: Profile
}

/** An account's validation errors by field. */
export type FieldErrors = Record<string, string[]>

/** `lib/gitlab/themes.rb` */
const themeCount = 11
/** `lib/gitlab/color_schemes.rb` */
const colorSchemeCount = 6

/** Validates all of an account's fields. `verified` contains the owner's confirmed addresses. */
export function accountErrors(
  draft: UserDraft,
  verified: readonly string[],
  password?: string | null,
): FieldErrors {
  const { profile } = draft
  const notVerified = ['must be an email you have verified']
  const isVerified = (email: string) => verified.includes(email.toLowerCase())
  return withoutEmptyLists({
    name: nameErrors(draft.name),
    username: usernameErrors(draft.username),
    password: typeof password !== 'string' ? [] : passwordErrors(password, draft),
    public_email: draft.public_email === null || isVerified(draft.public_email) ? [] : notVerified,
    commit_email:
      [privateCommitEmailToken, draft.email].includes(profile.commit_email) ||
      isVerified(profile.commit_email)
        ? []
        : notVerified,
    ...profileErrors(profile),
  })
}

function profileErrors(profile: Profile): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of profileFields) {
    const { limit } = userFields[field]
    if (limit) errors[field] = lengthErrors(String(profile[field] ?? ''), limit)
  }
  if (profile.discord !== '' && !/^\d{17,20}$/.test(profile.discord)) {
    errors['discord']!.push('must contain only a discord user ID.')
  }
  if (profile.website_url !== '' && !isWebAddress(profile.website_url)) {
    errors['website_url']!.push('must be a valid URL')
  }
  for (const field of [
    'projects_limit',
    'shared_runners_minutes_limit',
    'extra_shared_runners_minutes_limit',
  ] as const) {
    errors[field] = (profile[field] ?? 0) < 0 ? ['must be greater than or equal to 0'] : []
  }
  if (!isBetween(1, profile.theme_id, themeCount)) {
    errors['theme_id'] = [`${profile.theme_id} is not a valid theme`]
  }
  if (!isBetween(1, profile.color_scheme_id, colorSchemeCount)) {
    errors['color_scheme_id'] = [`${profile.color_scheme_id} is not a valid color scheme`]
  }
  return errors
}

function nameErrors(name: string): string[] {
  return name.trim() === '' ? [`can't be blank`] : lengthErrors(name, nameLimit)
}

function lengthErrors(text: string, limit: number): string[] {
  return [...text].length > limit ? [`is too long (maximum is ${limit} characters)`] : []
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^\s/]/i.test(text)
}

function isBetween(least: number, value: number, most: number): boolean {
  return value >= least && value <= most
}

function withoutEmptyLists(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, texts]) => texts.length > 0))
}

/** Errors in a username's format. */
function usernameErrors(username: string): string[] {
  if (username === '') return [`can't be blank`]
  return usernameRules
    .filter(({ accepts }) => !accepts(username))
    .map(({ rule }) => usernameMessages[rule])
}

/** GitLab's message for each broken rule. */
const usernameMessages: Record<(typeof usernameRules)[number]['rule'], string> = {
  length: `is too long (maximum is ${nameLimit} characters)`,
  reserved: 'is a reserved name',
  syntax: `can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.`,
  extension: 'ending with a reserved file extension is not allowed.',
}

/** User fields that a password must not contain. */
interface Owner {
  name: string
  username: string
  email: string
}

const minLength = 8
const maxLength = 128
/** A password may contain shorter parts of a name. */
const minNamePartLength = 4

/** The most common passwords (`lib/security/weak_passwords.rb`). */
const commonPasswords = (
  'password passw0rd p@ssword p@ssw0rd 12345678 123456789 1234567890 87654321 11111111 00000000 12341234 qwertyui ' +
  'qwertyuiop qwerty123 1q2w3e4r 1qaz2wsx asdfghjkl abcdefgh abcd1234 letmein1 iloveyou football baseball superman ' +
  'sunshine princess trustno1 changeme welcome1 admin123 administrator'
).split(' ')
const forbiddenWords = ['password', 'gitlab', 'devops']

/** Errors in a password. Passwords are validated but never stored, because the sandbox has no password sign-in. */
function passwordErrors(password: string, owner: Owner): string[] {
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
