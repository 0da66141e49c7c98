import type { SeedUser } from './seed-user.ts'

/** The sandbox's administrator, owner of the token `admin`. */
export const administrator: SeedUser = {
  username: 'ines',
  name: 'Ines Okafor',
  admin: true,
  twoFactor: true,
  age: 2200,
  lastSeen: 0,
  profile: {
    bio: 'Keeps the lights on and the accounts in order. Ask me before you ask the logs.',
    job_title: 'Platform administrator',
    organization: 'Tidewater Maps',
    location: 'Lisbon, Portugal',
    pronouns: 'she/her',
    time_zone: 'Europe/Lisbon',
    note: 'On call in even weeks.',
  },
  counts: { assigned_issues: 4, todos: 12, issues_count: 31 },
  status: { emoji: 'closed_lock_with_key', message: 'Reviewing access requests', busy: true },
}

/** The sandbox's regular user, owner of the token `user`. */
export const ordinaryUser: SeedUser = {
  username: 'maya.lindqvist',
  name: 'Maya Lindqvist',
  twoFactor: true,
  showsEmail: true,
  age: 1240,
  lastSeen: 0,
  projects: 13,
  groups: 3,
  profile: {
    bio: 'I draw maps that load fast. Trails, tides and the occasional bug report in verse.',
    job_title: 'Frontend engineer',
    organization: 'Tidewater Maps',
    location: 'Gothenburg, Sweden',
    pronouns: 'she/her',
    website_url: 'https://maya.example.com',
    linkedin: 'maya-lindqvist',
    twitter: 'mayadrawsmaps',
    skype: 'maya.lindqvist',
    discord: '260371846512345678',
    time_zone: 'Europe/Stockholm',
    theme_id: 7,
    color_scheme_id: 5,
  },
  counts: {
    assigned_issues: 7,
    assigned_merge_requests: 2,
    review_requested_merge_requests: 3,
    todos: 5,
    issues_count: 118,
    merge_requests_count: 64,
  },
  status: { emoji: 'evergreen_tree', message: 'Walking the dog :dog: back at three', clearsIn: 2 },
  identities: [
    { provider: 'ldapmain', externUid: 'uid=maya.lindqvist,ou=people,dc=example,dc=com' },
  ],
}

/** A blocked user with a valid token: `blocked`. */
export const blockedUser: SeedUser = {
  username: 'piotr.zielinski',
  name: 'Piotr Zieliński',
  state: 'blocked',
  lastSeen: 210,
  profile: { job_title: 'Contractor', note: 'Contract ended in spring.' },
}

/** Hand-written users in every state and of every kind, with names that stress the UI. */
export const others: SeedUser[] = [
  {
    username: 'tomasz',
    name: 'Tomasz Kowalczyk',
    admin: true,
    profile: { job_title: 'Second administrator', time_zone: 'Europe/Warsaw' },
  },
  {
    username: 'aroha',
    name: 'Aroha Ngata',
    auditor: true,
    profile: { job_title: 'Auditor', pronouns: 'she/they', time_zone: 'Pacific/Auckland' },
    status: { emoji: 'mag', message: 'Reading everything twice' },
  },
  {
    username: 'dev_singh',
    name: 'Dev Singh',
    state: 'ldap_blocked',
    lastSeen: 400,
    identities: [{ provider: 'ldapmain', externUid: 'uid=dsingh,ou=left,dc=example,dc=com' }],
  },
  { username: 'newcomer', name: 'Lena Vogt', state: 'blocked_pending_approval', ...newArrival(2) },
  {
    username: 'patient-one',
    name: 'Samuel Osei',
    state: 'blocked_pending_approval',
    ...newArrival(9),
  },
  {
    username: 'bulk_seller',
    name: 'Cheap Followers Here',
    state: 'banned',
    lastSeen: 60,
    profile: {
      bio: 'Best price!!! https://spam.example.com',
      website_url: 'http://spam.example.com',
    },
  },
  {
    username: 'winter.sleep',
    name: 'Hanna Bergström',
    state: 'deactivated',
    lastSeen: 500,
    profile: { note: 'Dormant since the reorganisation.' },
  },
  { username: 'locked.out', name: 'Rui Tavares', locked: true, lastSeen: 1 },
  { username: 'long-gone', name: 'Edith Marlow', age: 1900, lastSeen: 700 },
  { username: 'unconfirmed', name: 'Noor Haddad', unconfirmed: true, ...newArrival(1) },
  {
    username: 'visitor-co',
    name: 'Amélie Fontaine',
    external: true,
    twoFactor: false,
    profile: { organization: 'Fontaine & Fils', job_title: 'Consultant' },
  },
  {
    username: 'quiet',
    name: 'Ito Haruka',
    privateProfile: true,
    profile: { bio: 'Only for those who know me.', location: 'Kyoto', time_zone: 'Asia/Tokyo' },
    status: { emoji: 'shushing_face', message: 'Not here' },
  },
  {
    username: 'saml.sue',
    name: 'Sue Abara',
    createdById: 1,
    identities: [
      { provider: 'group_saml', externUid: 'sue@idp.example.com', samlProviderId: 10 },
      { provider: 'saml', externUid: 'a1b2c3d4' },
      { provider: 'scim', externUid: 'sue.abara@idp.example.com' },
    ],
    profile: { provisioned_by_group_id: 7, shared_runners_minutes_limit: 400 },
  },
  { username: 'deploy-bot', name: 'Deploy bot', kind: 'service_account', createdById: 1 },
  { username: 'project_17_bot_9f2c', name: 'Release notes', kind: 'project_bot' },
  { username: 'alert-bot', name: 'Alert Bot', kind: 'alert_bot', lastSeen: null },
  { username: 'support-bot', name: 'Support Bot', kind: 'support_bot', lastSeen: null },
  { username: 'ghost', name: 'Ghost User', kind: 'ghost', lastSeen: null },
  {
    username: 'wordy',
    name: 'Bartholomew Featherstonehaugh-Cholmondeley',
    profile: { bio: 'A sentence that goes on, and on, and on. '.repeat(7).slice(0, 255) },
  },
  { username: 'x', name: 'X' },
  { username: 'sunny', name: '☀️ Sol Ramírez 🌻', status: { emoji: 'sunflower', clearsIn: 1 } },
  { username: 'family', name: '👩‍👩‍👧‍👦 Kim', profile: { pronouns: '🏳️‍🌈' } },
  {
    username: 'layla.h',
    name: 'ليلى حداد',
    profile: { bio: 'أكتب البرامج وأقرأ الشعر', location: 'عمّان', time_zone: 'Asia/Amman' },
    status: { emoji: 'coffee', message: 'قهوة :coffee:', busy: true },
  },
  { username: 'noam', name: 'נועם לוי', profile: { time_zone: 'Asia/Jerusalem' } },
  { username: 'xiaoyu', name: '王小雨', profile: { location: '成都', time_zone: 'Asia/Shanghai' } },
  {
    username: 'onerror',
    name: '<img src=x onerror=alert(1)>',
    profile: {
      bio: '<script>document.title = "owned"</script>',
      website_url: 'javascript:alert(1)',
      job_title: '"><svg onload=alert(1)>',
      location: '{{ constructor.constructor("alert(1)")() }}',
    },
    status: { emoji: 'japanese_ogre', message: '<b onmouseover=alert(1)>hover</b> & :boom:' },
  },
  { username: 'reversed', name: 'invoice\u202Egpj.exe', profile: { bio: 'before\u202Eafter' } },
  { username: 'invisible', name: '\u200B\u2060\u200B' },
  { username: 'zalgo', name: 'Z\u0351\u036Ba\u0343\u0363l\u034A\u0367g\u0340\u035Bo\u0300\u0352' },
  { username: 'multiline', name: 'Line one\nline two', profile: { bio: 'one\n\n\ttwo\r\nthree' } },
  { username: 'sql', name: "Robert'); DROP TABLE users;--" },
  { username: 'formula', name: '=HYPERLINK("https://evil.example.com")' },
  { username: 'name-of-255', name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(8).slice(0, 255) },
  { username: `u${'nbroken'.repeat(20)}`, name: 'W'.repeat(128) },
]

function newArrival(age: number): Partial<SeedUser> {
  return { age, lastSeen: null }
}
