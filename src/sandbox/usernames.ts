/** Characters. */
const maxLength = 255

/** Words that are addresses of pages (`lib/gitlab/path_regex.rb`, `TOP_LEVEL_ROUTES`). */
const reservedNames = (
  '- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard ' +
  'deploy.html explore favicon.ico favicon.png files groups health_check help import jwt login oauth profile projects ' +
  'public robots.txt s search sitemap sitemap.xml slash-command-logo.png snippets unsubscribes uploads users v2'
).split(' ')

/** What is wrong with the form of a username. */
export function usernameErrors(username: string): string[] {
  if (username === '') return [`can't be blank`]
  const errors = []
  if (username.length > maxLength) errors.push(`is too long (maximum is ${maxLength} characters)`)
  if (reservedNames.includes(username.toLowerCase())) errors.push('is a reserved name')
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
