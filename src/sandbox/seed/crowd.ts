import type { UserState } from '../database/users.ts'
import type { SeedUser } from './seed-user.ts'
import type { Random } from './random.ts'

/** A random user. The number makes usernames unique; `age` is in days. */
export function createCrowdUser(random: Random, number: number, age: number): SeedUser {
  const first = random.pick(firstNames)
  const last = random.pick(lastNames)
  const state = random.chance(0.9) ? 'active' : random.pick(otherStates)
  const [city, zone] = random.pick(places)
  const hasJob = random.chance(0.6)
  return {
    username: `${toUsernamePart(first)}${random.pick(['.', '_', '-', ''])}${toUsernamePart(last)}${number}`,
    name: `${first} ${last}`,
    state,
    age,
    lastSeen:
      state === 'blocked_pending_approval' ? null : random.below(random.chance(0.8) ? 40 : 700),
    locked: random.chance(0.01),
    external: random.chance(0.05),
    twoFactor: random.chance(0.55),
    privateProfile: random.chance(0.05),
    showsEmail: random.chance(0.2),
    projects: random.chance(0.3) ? 0 : random.below(6),
    groups: random.below(3),
    ...(random.chance(0.05) ? { identities: [ldapIdentity(number)] } : {}),
    ...(random.chance(0.12) ? { status: random.pick(statuses) } : {}),
    profile: {
      bio: random.chance(0.4) ? random.pick(bios) : '',
      location: random.chance(0.5) ? city : null,
      time_zone: random.chance(0.7) ? zone : null,
      job_title: hasJob ? random.pick(jobs) : '',
      organization: hasJob ? random.pick(companies) : '',
      pronouns: random.chance(0.3) ? random.pick(['she/her', 'he/him', 'they/them']) : '',
    },
    counts: {
      assigned_issues: random.below(12),
      todos: random.below(20),
      issues_count: random.below(200),
      merge_requests_count: random.below(90),
    },
  }
}

function ldapIdentity(number: number) {
  return { provider: 'ldapmain', externUid: `uid=p${number},ou=people,dc=example,dc=com` }
}

/** Reduces a name to plain letters for a username. */
function toUsernamePart(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

const otherStates: UserState[] = [
  'blocked',
  'blocked',
  'deactivated',
  'deactivated',
  'blocked_pending_approval',
  'banned',
  'ldap_blocked',
]

const firstNames = (
  'Ada Amara Anders Aylin Beatriz Björn Carlos Chiara Chidi Dana Eero Elif Emeka Fatima Freya Giulia Grace Hiro ' +
  'Ingrid Ivan Jamal Jana João Kaito Kateryna Kofi Leila Liam Luca Magda Malik Mei Milan Mina Naomi Nikola Nina ' +
  'Olga Omar Oskar Paula Priya Quentin Rania Ravi Rosa Sana Sota Stella Sven Tariq Tove Uma Vera Viktor Wanjiru ' +
  'Yara Yusuf Zoë'
).split(' ')

const lastNames = (
  'Abe Adeyemi Almeida Andersen Bakker Bauer Bianchi Chen Costa Cruz Dubois Eriksen Fischer García Gupta Haddad ' +
  'Hansen Horvat Ibrahim Ito Jansen Kaya Khan Kim Kowalski Kumar Larsen Lehtonen Lopez Marino Mbeki Müller Nakamura ' +
  'Novak Nwosu Okoye Oliveira Papadakis Park Petrov Popescu Rahman Rossi Santos Sato Schmidt Silva Sokolov Svensson ' +
  'Tanaka Traoré Vega Virtanen Wagner Wang Weber Yilmaz Zhang'
).split(' ')

const places = [
  ['Amsterdam', 'Europe/Amsterdam'],
  ['Berlin', 'Europe/Berlin'],
  ['Bengaluru', 'Asia/Kolkata'],
  ['Chicago', 'America/Chicago'],
  ['Kathmandu', 'Asia/Kathmandu'],
  ['Lagos', 'Africa/Lagos'],
  ['Nairobi', 'Africa/Nairobi'],
  ['Osaka', 'Asia/Tokyo'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['St. John’s', 'America/St_Johns'],
  ['Sydney', 'Australia/Sydney'],
  ['Vancouver', 'America/Vancouver'],
] as const

const jobs = (
  'Backend engineer,Frontend engineer,Designer,Technical writer,Site reliability engineer,Product manager,' +
  'Data analyst,Security engineer,Student,Researcher,Test engineer,Support engineer'
).split(',')

const companies =
  'Tidewater Maps,Harbour & Hill,Open Almanac,Blue Kettle,Nine Bridges,Fernwood University,Lantern Works'.split(
    ',',
  )

const bios = [
  'Mostly here for the code reviews.',
  'Bicycles, compilers, bread.',
  'Maintains three things, uses two of them.',
  'Ask me about time zones.',
  'Learning in public.',
  'I write the documentation you skim.',
]

const statuses: SeedUser['status'][] = [
  { emoji: 'palm_tree', message: 'On holiday', busy: true, clearsIn: 6 },
  { emoji: 'thermometer', message: 'Unwell, back soon', busy: true },
  { emoji: 'headphones', message: 'Focus time', busy: true, clearsIn: 1 },
  { emoji: 'coffee' },
  { emoji: 'rocket', message: 'Release week :rocket:' },
  { emoji: 'house', message: 'Working from home' },
  { emoji: 'speech_balloon', message: 'Happy to review' },
]
