/** Characters. */
const longest = 255

/** Words that are addresses of pages (`lib/gitlab/path_regex.rb`, `TOP_LEVEL_ROUTES`). */
const reserved = (
  '- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard ' +
  'deploy.html explore favicon.ico favicon.png files groups health_check help import jwt login oauth profile projects ' +
  'public robots.txt s search sitemap sitemap.xml slash-command-logo.png snippets unsubscribes uploads users v2'
).split(' ')

/** What is wrong with the form of a username. */
export function usernameComplaints(username: string): string[] {
  if (username === '') return [`can't be blank`]
  const complaints = []
  if (username.length > longest) complaints.push(`is too long (maximum is ${longest} characters)`)
  if (reserved.includes(username.toLowerCase())) complaints.push('is a reserved name')
  if (!isWellFormed(username)) {
    complaints.push(
      `can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.`,
    )
  }
  return complaints
}

function isWellFormed(username: string): boolean {
  return /^[\w.][\w.-]*$/.test(username) && !/(\.|\.git|\.atom)$/.test(username)
}
