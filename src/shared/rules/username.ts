import { nameLimit } from './limits.ts'
import { codePointLength } from './text-length.ts'

/** Words that GitLab uses as URL paths for its pages (`lib/gitlab/path_regex.rb`, `TOP_LEVEL_ROUTES`). */
const reservedNames = new Set(
  (
    '- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard ' +
    'deploy.html explore favicon.ico favicon.png files groups health_check help import jwt login oauth profile projects ' +
    'public robots.txt s search sitemap sitemap.xml slash-command-logo.png snippets unsubscribes uploads users v2'
  ).split(' '),
)

/**
 * File extensions that Rails (`actionpack/lib/action_dispatch/http/mime_types.rb`) and GitLab
 * (`config/initializers/mime_types.rb`) recognize. Usernames can't end with one.
 */
const extensions = new Set(
  (
    'html xhtml text txt js css ics csv vcf vtt png jpg jpeg jpe pjpeg gif bmp tif tiff svg mpg mpeg mpe mp1 mp2 mp3 oga ogg spx opus ' +
    'm4a mpg4 aac webm mp4 m4v mov ogv otf ttf woff woff2 xml rss atom yaml yml json pdf zip gz gzip ico diff patch markdown md ' +
    'multipart_form url_encoded_form'
  ).split(' '),
)

/** GitLab's rules for usernames and their sources, in the order of its errors. */
export const usernameRules = [
  {
    rule: 'length',
    source: 'app/models/user.rb, `validates :username`',
    accepts: (username: string) => codePointLength(username) <= nameLimit,
  },
  {
    rule: 'reserved',
    source: 'app/validators/namespace_path_validator.rb, `TOP_LEVEL_ROUTES`',
    accepts: (username: string) => !isReservedUsername(username),
  },
  {
    rule: 'syntax',
    source: 'lib/gitlab/path_regex.rb, `NAMESPACE_FORMAT_REGEX`',
    accepts: (username: string) =>
      /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/.test(username) && !/(\.|\.git|\.atom)$/.test(username),
  },
  {
    rule: 'extension',
    source: 'app/models/user.rb, `check_username_format`',
    accepts: (username: string) => reservedExtension(username) === undefined,
  },
] as const

/** Whether a string has the syntax of a username. */
export function isUsername(text: string): boolean {
  return usernameRules.every(
    ({ rule, accepts }) => (rule !== 'syntax' && rule !== 'extension') || accepts(text),
  )
}

/** The file extension at the end of a username, which makes GitLab reject it. */
export function reservedExtension(username: string): string | undefined {
  const extension = /\.(\w+)$/.exec(username)?.[1]
  return extension !== undefined && extensions.has(extension) ? extension : undefined
}

/** Whether GitLab reserves a username. */
export function isReservedUsername(text: string): boolean {
  return reservedNames.has(text.toLowerCase())
}
