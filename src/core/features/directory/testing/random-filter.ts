import type { DirectoryFilter } from '../../../../shared/operations/directory.ts'
import type { AdminListUser } from '../../../../shared/gitlab/user-fields.ts'

/** A filter of up to three parts, based on one user's fields so that it often has matches. */
export function randomFilter(random: () => number, all: readonly AdminListUser[]): DirectoryFilter {
  const someone = pick(random, all)
  const part = (text: string) => {
    const from = Math.floor(random() * text.length)
    return text.slice(from, from + 1 + Math.floor(random() * 5)).trim()
  }
  const search = part(pick(random, [someone.name, someone.username, someone.email ?? '']))
  const choices: DirectoryFilter[] = [
    search === '' || search.startsWith('@') || /[ßæœøłđðþı\u0000]|^\d+$/i.test(search)
      ? {}
      : { search },
    { username: someone.username.toUpperCase() },
    { ids: [someone.id, pick(random, all).id] },
    { states: [pick(random, all).state, 'blocked'] },
    { active: random() < 0.5 },
    { blocked: true },
    { external: random() < 0.5 },
    { humans: random() < 0.5 },
    { exclude_internal: true },
    { without_project_bots: true },
    { created_after: someone.created_at?.slice(0, 10) },
    { created_before: someone.created_at?.slice(0, 10) },
    { provider: 'ldapmain' },
    { extern_uid: 'a1b2c3d4' },
    { two_factor: pick(random, ['enabled', 'disabled'] as const) },
    { admins: random() < 0.5 },
    { domain: someone.email?.split('@').at(-1) },
    { active_after: someone.last_activity_on ?? undefined },
    { active_before: someone.last_activity_on ?? undefined },
    { auditors: true },
    { bots: random() < 0.5 },
    { locked: random() < 0.5 },
    { inactive_days: 1 + Math.floor(random() * 400) },
    { has_identity: random() < 0.5 },
  ]
  const count = Math.floor(random() * 4)
  const parts = Array.from({ length: count }, () => pick(random, choices))
  const filter = Object.assign({}, ...parts) as DirectoryFilter
  const { created_after: after, created_before: before } = filter
  return after && before && after > before ? { ...filter, created_before: after } : filter
}

/** A random element. */
export function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!
}

/** A seeded random generator (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
