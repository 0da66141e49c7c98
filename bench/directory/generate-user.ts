/**
 * Generates a user as GitLab returns it to administrators, about 1.2 kB of JSON. The same ID always gives the same
 * user.
 */
export function generateUser(id: number, of: number): Record<string, unknown> {
  const [givenName, familyName] = [pick(givenNames, id, 7), pick(familyNames, id, 13)]
  const username = `${givenName}.${familyName}${id}`.toLowerCase()
  const createdAt = new Date(
    firstCreatedAt + Math.floor((id / of) * (lastCreatedAt - firstCreatedAt)),
  ).toISOString()
  const lastSeenAt = new Date(lastCreatedAt - (mixBits(id) % 400) * dayMs).toISOString()
  const email = `${username}@${pick(domains, id, 3)}`
  return {
    id,
    username,
    name: `${givenName} ${familyName}`,
    state: mixBits(id) % 17 === 0 ? 'blocked' : mixBits(id) % 23 === 0 ? 'deactivated' : 'active',
    locked: false,
    avatar_url: `https://git.example.com/uploads/-/system/user/avatar/${id}/avatar.png`,
    web_url: `https://git.example.com/${username}`,
    created_at: createdAt,
    bio:
      mixBits(id) % 3 === 0
        ? 'Draws maps that load fast; trails, tides and a bug report in verse.'
        : '',
    bot: false,
    location: pick(places, id, 5),
    public_email: '',
    skype: '',
    linkedin: '',
    twitter: '',
    discord: '',
    website_url: '',
    organization: 'Example Works',
    job_title: pick(jobs, id, 11),
    email,
    last_sign_in_at: lastSeenAt,
    confirmed_at: createdAt,
    last_activity_on: lastSeenAt.slice(0, 10),
    theme_id: 3,
    color_scheme_id: 1,
    projects_limit: 100,
    current_sign_in_at: lastSeenAt,
    identities:
      mixBits(id) % 4 === 0
        ? [{ provider: 'ldapmain', extern_uid: `uid=${username},ou=people,dc=example,dc=com` }]
        : [],
    can_create_group: true,
    can_create_project: true,
    two_factor_enabled: mixBits(id) % 5 !== 0,
    external: mixBits(id) % 29 === 0,
    private_profile: false,
    commit_email: email,
    shared_runners_minutes_limit: null,
    extra_shared_runners_minutes_limit: null,
    is_admin: id === 1,
    note: mixBits(id) % 31 === 0 ? 'On leave until spring.' : null,
    namespace_id: 100_000 + id,
    created_by: null,
    email_reset_offered_at: null,
    using_license_seat: true,
  }
}

const dayMs = 86_400_000
const firstCreatedAt = Date.UTC(2014, 0, 1)
const lastCreatedAt = Date.UTC(2026, 0, 1)

const givenNames = [
  'Ada',
  'Ben',
  'Chiara',
  'Dmitri',
  'Elena',
  'Farid',
  'Grace',
  'Hana',
  'Ines',
  'Jonas',
  'Keiko',
  'Liam',
  'Maya',
  'Noor',
  'Olga',
  'Piotr',
  'Quentin',
  'Rosa',
  'Sven',
  'Tara',
  'Umar',
  'Vera',
  'Wen',
  'Ximena',
  'Yusuf',
  'Zoé',
]
const familyNames = [
  'Okafor',
  'Lindqvist',
  'Zieliński',
  'Bergström',
  'Featherstone',
  'Garcia',
  'Haddad',
  'Ivanova',
  'Jensen',
  'Kowalski',
  'Lopez',
  'Moreau',
  'Nakamura',
  'Oliveira',
  'Petrov',
  'Quinn',
  'Rossi',
  'Schmidt',
  'Tanaka',
  'Ueda',
  'Vasquez',
  'Weber',
  'Xu',
  'Yamamoto',
  'Zimmermann',
]
const domains = ['example.com', 'example.com', 'example.com', 'example.org', 'mail.example.net']
const places = ['Lisbon, Portugal', 'Gothenburg, Sweden', 'Osaka, Japan', '', 'Nairobi, Kenya']
const jobs = ['Platform administrator', 'Frontend engineer', 'Data analyst', 'Technical writer', '']

function pick(choices: readonly string[], id: number, salt: number): string {
  return choices[mixBits(id * salt) % choices.length]!
}

function mixBits(number: number): number {
  let value = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
