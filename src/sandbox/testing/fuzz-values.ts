import type { Random } from '../seed/random.ts'

// Parameter values: plausible ones that get past validation, and hostile ones that try to do harm.

const hostileStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '1.5',
  '9007199254740991',
  '9007199254740993',
  '-9007199254740991',
  '4503599627370496',
  '99999999999999999999999999',
  '9'.repeat(400),
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '..%2F..%2F',
  '%00',
  '%FF',
  'maya.lindqvist',
  'a.b.c',
  '.',
  '..',
  '٣',
  '🦄'.repeat(120),
  'e\u0301\u202E\u200B',
  '\uD83D',
  '\uDC00x',
  `'; DROP TABLE users; --`,
  '<img src=x onerror=alert(1)>',
  'x'.repeat(300),
  'ü'.repeat(6000),
  '0000-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59-23:59',
  '0000-01-01T00:00:00+23:59',
  '2025-02-30',
  '2025-07-01T25:61:61Z',
  '275760-09-14',
  '+',
  ',',
  ',,,',
  '[]',
  '{}',
  '"',
  '\\',
  '\r\nset-cookie: x=1',
]

const hostileValues: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 52,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  1e308,
  [],
  {},
  [[]],
  [null],
  [{}],
  ['a', 'b'],
  [1, [2, [3]]],
  { a: 1 },
  { a: { b: { c: null } } },
  { toString: 'x', valueOf: 1 },
  { length: 3, 0: 'a' },
  { constructor: { prototype: { admin: true } } },
  JSON.parse('{"__proto__": {"admin": true}}'),
  { 'a\0': 'b' },
  { '\uD83D': '\uD83D' },
]

/** Slightly above the number of seeded users. */
const ids = 45
/** Ids of seeded users with keys, emails, and tokens. */
const user = ({ pick, below }: Random) => pick([2, 22, below(ids)])

/** Typical values by parameter name. */
const plausibleValues: Record<string, (random: Random) => unknown> = {
  id: user,
  user_id: user,
  group: ({ below }) => below(20),
  group_id: ({ below }) => below(20),
  project_id: ({ below }) => below(60),
  key_id: ({ below, pick }) => pick([below(4), below(70)]),
  email_id: ({ below, chance }) => (chance(0.2) ? below(ids) : 10_000_001 + below(20)),
  impersonation_token_id: ({ below }) => below(15),
  token_id: ({ below }) => 2 + below(40),
  id_or_username: ({ pick, below }) => pick(['maya.lindqvist', 'INES', 'quiet', below(ids)]),
  sudo: ({ pick, below }) => pick(['maya.lindqvist', 'quiet', 'nobody', below(ids)]),
  attribute: ({ pick }) => pick(['department', 'shirt', 'new']),
  provider: ({ pick }) => pick(['ldapmain', 'saml', 'group_saml', 'new']),
  extern_uid: ({ pick }) => pick(['uid=maya', 'a1b2c3d4', 'sue@idp.example.com', 'new']),
  page: ({ pick }) => pick([0, -1, 1, 2, 3, 600, 2_500, 1e6, Number.MAX_SAFE_INTEGER]),
  per_page: ({ pick }) => pick([-1, 0, 1, 3, 20, 100, 101, 1000, Number.MAX_SAFE_INTEGER]),
  pagination: ({ pick }) => pick(['keyset', 'offset', '']),
  cursor: (random) => Buffer.from(JSON.stringify(position(random))).toString('base64url'),
  order_by: ({ pick }) => pick(['id', 'name', 'username', 'created_at', 'updated_at', 'magic']),
  sort: ({ pick }) => pick(['asc', 'desc', 'ASC']),
  state: ({ pick }) => pick(['all', 'active', 'inactive', 'revoked']),
  type: ({ pick }) => pick(['Project', 'Namespace', 'Group']),
  two_factor: ({ pick }) => pick(['enabled', 'disabled', 'perhaps']),
  email: ({ below }) => `fuzz-${below(1_000)}@example.org`,
  name: ({ pick }) => pick(['Nora Quist', '\u202E', '王小雨', 'x']),
  username: ({ below }) => `nora.${below(1_000)}`,
  password: ({ pick }) => pick(['tidal-lantern-19', 'short', 'my-password-1']),
  emoji: ({ pick }) => pick(['dog', 'no_such_emoji', ':dog:']),
  message: ({ pick }) => pick(['At lunch :dog:', 'x'.repeat(100), 'x'.repeat(101)]),
  availability: ({ pick }) => pick(['busy', 'not_set', 'away']),
  clear_status_after: ({ pick }) => pick(['30_minutes', '30_days', '2_hours']),
  redirect_uri: ({ pick }) => pick(['http://127.0.0.1/', 'latchkey://a', 'javascript:1', 'x']),
  scopes: ({ pick }) => pick([['api'], ['k8s_proxy'], ['read_user'], ['api', 'sudo'], 'api']),
  expires_at: ({ pick }) => pick(['2025-08-01', '2025-01-01', '2026-07-01', '2030-01-01']),
  from: ({ pick }) => pick(['2025-06-01', '2000-01-01', '2100-01-01']),
  runner_type: ({ pick }) => pick(['instance_type', 'group_type', 'project_type']),
  access_level: ({ pick }) => pick(['not_protected', 'ref_protected']),
  usage_type: ({ pick }) => pick(['auth', 'signing', 'auth_and_signing']),
  maximum_timeout: ({ pick }) => pick([0, 599, 600, 2 ** 60]),
  tag_list: ({ pick }) => pick([['linux'], 'linux,arm', []]),
  title: ({ pick }) => pick(['laptop', 'x'.repeat(256)]),
  theme_id: ({ below }) => below(13),
  color_scheme_id: ({ below }) => below(8),
  custom_attributes: ({ pick }) => pick([{ department: 'Maps' }, {}, { a: 1 }]),
}

/** A value for a parameter with this name: plausible, of any type, or hostile. */
export function generateValue(random: Random, name: string): unknown {
  const { pick, chance } = random
  if (chance(0.15)) return pick(hostileValues)
  if (chance(0.15)) return pick(hostileStrings)
  const generate = Object.hasOwn(plausibleValues, name) ? plausibleValues[name] : undefined
  return generate?.(random) ?? pick(['true', false, 1, 'some text', '2025-06-01'])
}

/** A path segment, encoded the way it is sent. */
export function generatePart(random: Random, name: string): string {
  const { pick, chance } = random
  if (chance(0.05))
    return pick(['%', '%2', '%2F', '..%2f', '%00', '%FF', '%C0%AE', '1.json', '1;a'])
  if (chance(0.1)) return encodeURIComponent(pick(hostileStrings).toWellFormed())
  return encodeURIComponent(String(plausibleValues[name]!(random)))
}

/** A cursor's content, or something similar. */
function position({ pick, below }: Random): unknown {
  const column = pick(['id', 'name', 'username', 'updated_at', 'created_at', 'magic'])
  const value = pick<unknown>([below(ids), 'maya', '\0', null, 1e308, '2025-01-01', {}])
  return pick<unknown>([
    ['id', 'desc', below(ids), below(ids)],
    [column, pick(['asc', 'desc']), value, pick<unknown>([below(ids), 1.5, '1', 2 ** 52])],
    { column },
    column,
    null,
  ])
}
