/** Words that are addresses of pages (`lib/gitlab/path_regex.rb`, `TOP_LEVEL_ROUTES`). */
const reservedNames = new Set(
  (
    '- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard ' +
    'deploy.html explore favicon.ico favicon.png files groups health_check help import jwt login oauth profile projects ' +
    'public robots.txt s search sitemap sitemap.xml slash-command-logo.png snippets unsubscribes uploads users v2'
  ).split(' '),
)

/** Whether a text has the form of a username (`lib/gitlab/path_regex.rb`). */
export function isUsername(text: string): boolean {
  return /^[a-z0-9_.][a-z0-9_.-]*$/i.test(text) && !/(\.|\.git|\.atom)$/i.test(text)
}

/** Whether GitLab keeps a username for itself. */
export function isReservedUsername(text: string): boolean {
  return reservedNames.has(text.toLowerCase())
}
