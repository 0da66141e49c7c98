/** A new user with only the required fields. */
export const nora = {
  email: ' Nora.Quist@Example.org ',
  name: 'Nora Quist',
  username: 'nora.q',
  password: 'tidal-lantern-19',
}
/** A new user with all fields. */
export const everything = {
  ...nora,
  admin: true,
  auditor: true,
  bio: 'Counts waves.',
  can_create_group: false,
  color_scheme_id: 4,
  commit_email: '_private',
  discord: '260371846512345678',
  extern_uid: 'uid=nora',
  provider: 'ldapmain',
  extra_shared_runners_minutes_limit: 10,
  linkedin: 'nora-q',
  location: 'Bergen',
  note: 'New here.',
  organization: 'Tidewater Maps',
  private_profile: true,
  projects_limit: 3,
  pronouns: 'she/her',
  shared_runners_minutes_limit: 0,
  skip_confirmation: true,
  theme_id: 2,
  twitter: 'noraq',
  website_url: 'https://nora.example.org',
}
/** Unusual addresses that GitLab accepts: one `@` with something on both sides, and no spaces. */
export const oddAddresses = [
  'kim@intranet',
  'jörg@example.com',
  'o&m@example.com',
  'a..b@example.com',
]
/** The error response for fields that a model rejected. */
export const fields = (complaints: Record<string, string[]>) => ({
  status: 400,
  body: { message: complaints },
})
/** The error response for invalid parameters. */
export const parameters = (error: string) => ({ status: 400, body: { error } })
/** The error for a common password. */
export const weak = {
  password: ['must not contain commonly used combinations of words and letters'],
}
/** The error for an address that the user never confirmed. */
export const notVerified = ['must be an email you have verified']
const badUsername = [
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
]

/** Values rejected on creation and on update, with their error. */
export const wrongValues: [change: Record<string, unknown>, refusal: object][] = [
  [{ name: ' ' }, fields({ name: ["can't be blank"] })],
  [{ name: 'n'.repeat(256) }, fields({ name: ['is too long (maximum is 255 characters)'] })],
  [{ username: '' }, fields({ username: ["can't be blank"] })],
  [{ username: 'no spaces' }, fields({ username: badUsername })],
  [{ username: '-dash' }, fields({ username: badUsername })],
  [{ username: 'nora.git' }, fields({ username: badUsername })],
  [{ username: '../nora' }, fields({ username: badUsername })],
  [{ username: 'API' }, fields({ username: ['is a reserved name'] })],
  [
    { username: 'u'.repeat(256) },
    fields({ username: ['is too long (maximum is 255 characters)'] }),
  ],
  [{ email: 'nowhere' }, fields({ email: ['is invalid'] })],
  [{ email: '' }, fields({ email: ["can't be blank"] })],
  [{ password: 'short' }, fields({ password: ['is too short (minimum is 8 characters)'] })],
  [
    { password: 'x'.repeat(129) },
    fields({ password: ['is too long (maximum is 128 characters)'] }),
  ],
  [{ password: '12345678' }, fields(weak)],
  [{ password: 'my-Password-19' }, fields(weak)],
  [{ bio: 'b'.repeat(256) }, fields({ bio: ['is too long (maximum is 255 characters)'] })],
  [{ pronouns: 'p'.repeat(51) }, fields({ pronouns: ['is too long (maximum is 50 characters)'] })],
  [
    { location: 'l'.repeat(501) },
    fields({ location: ['is too long (maximum is 500 characters)'] }),
  ],
  [{ discord: 'nora#1234' }, fields({ discord: ['must contain only a discord user ID.'] })],
  [{ website_url: 'javascript:alert(1)' }, fields({ website_url: ['must be a valid URL'] })],
  [{ projects_limit: -1 }, fields({ projects_limit: ['must be greater than or equal to 0'] })],
  [
    { shared_runners_minutes_limit: -1 },
    fields({ shared_runners_minutes_limit: ['must be greater than or equal to 0'] }),
  ],
  [{ theme_id: 50 }, fields({ theme_id: ['50 is not a valid theme'] })],
  [{ color_scheme_id: 0 }, fields({ color_scheme_id: ['0 is not a valid color scheme'] })],
  [{ public_email: 'ines@example.com' }, fields({ public_email: notVerified })],
  [{ commit_email: 'elsewhere@example.org' }, fields({ commit_email: notVerified })],
  [
    { provider: 'group_saml', extern_uid: 'sue@idp.example.com' },
    fields({ 'identities.extern_uid': ['has already been taken'] }),
  ],
  [{ provider: 'saml' }, parameters('extern_uid, provider provide all or none of parameters')],
  [{ admin: 'perhaps', bio: ['a'] }, parameters('admin is invalid, bio is invalid')],
  [{ avatar: 'cat.png' }, parameters('avatar is invalid')],
  [{ projects_limit: 1.5 }, parameters('projects_limit is invalid')],
]
