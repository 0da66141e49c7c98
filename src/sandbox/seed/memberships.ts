import { addTime, day, formatDate } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { AccessLevel, NamespaceType } from '../database/memberships.ts'
import {
  accessLevels,
  countProjects,
  insertMembership,
  insertNamespace,
} from '../database/memberships.ts'
import { userByUsername } from '../database/users.ts'
import type { SeedUser } from './seed-user.ts'
import type { Random } from './random.ts'

/** Ids of the groups and projects that users belong to. */
export type SeedNamespaces = Record<NamespaceType, readonly number[]>

/** Creates shared groups and projects; `storeOwners` creates those with a single owner. */
export function storeNamespaces(db: Database): SeedNamespaces {
  return {
    Namespace: groups.map((name) => insertNamespace(db, 'Namespace', name)),
    Project: projects.map((name) => insertNamespace(db, 'Project', name)),
  }
}

/** Adds a user to as many groups and projects as their seed specifies. */
export function storeMemberships(
  db: Database,
  random: Random,
  places: SeedNamespaces,
  userId: number,
  { groups: inGroups = 0, projects: inProjects = 0 }: SeedUser,
): void {
  const join = (ids: readonly number[], count: number, levels: readonly AccessLevel[]) => {
    const start = random.below(ids.length)
    for (let remaining = Math.min(count, ids.length); remaining > 0; remaining--) {
      insertMembership(db, userId, ids[(start + remaining) % ids.length]!, random.pick(levels))
    }
  }
  join(places.Namespace, inGroups, [minimal, guest, ...usualLevels])
  join(places.Project, inProjects, [guest, ...usualLevels])
}

/** Assigns owners to all groups and projects once all users exist. */
export function storeOwners(db: Database, places: SeedNamespaces): void {
  const makeOwner = (username: string, id: number) =>
    db.insert(
      'memberships',
      { user_id: userByUsername(db, username)!.id, namespace_id: id, access_level: owner },
      'REPLACE',
    )
  for (const id of places.Namespace) for (const username of sharedOwners) makeOwner(username, id)
  for (const id of places.Project) makeOwner(sharedOwners[0]!, id)
  for (const [username, type, name] of soleOwnerships) {
    const holder_id = type === 'Project' ? userByUsername(db, username)!.id : null
    makeOwner(username, insertNamespace(db, type, name, { holder_id }))
  }
  const names = new Set([...sharedOwners, ...soleOwnerships.map(([username]) => username)])
  for (const username of names) countProjects(db, userByUsername(db, username)!.id)
}

/** Gives a former employee many memberships, some with an expiry date, including a group and a project in it. */
export function storeLeaver(db: Database, places: SeedNamespaces, today: Date): void {
  const { id } = userByUsername(db, leaver)!
  const expiresAt = formatDate(addTime(today, 45 * day))
  const [outer, ...groupIds] = places.Namespace
  const survey = insertNamespace(db, 'Namespace', 'Coastal survey', { parent_id: outer! })
  const soundings = insertNamespace(db, 'Project', 'soundings', { parent_id: survey })
  const joined = [outer!, ...groupIds.slice(0, 4), survey, ...places.Project.slice(0, 9), soundings]
  for (const [nth, place] of joined.entries()) {
    insertMembership(
      db,
      id,
      place,
      usualLevels[nth % usualLevels.length]!,
      nth % 4 ? null : expiresAt,
    )
  }
  for (const place of [survey, soundings]) {
    for (const username of sharedOwners) {
      insertMembership(db, userByUsername(db, username)!.id, place, owner)
    }
  }
  for (const username of [leaver, ...sharedOwners]) {
    countProjects(db, userByUsername(db, username)!.id)
  }
}

/** A user to offboard, with 18 memberships, two of them as the only owner. */
const leaver = 'long-gone'

const { minimal, guest, planner, reporter, developer, maintainer, owner } = accessLevels
const usualLevels = [planner, reporter, developer, developer, developer, maintainer]

/** Owners of every group, so random users are never a sole owner. */
const sharedOwners = ['ines', 'tomasz']

/** Groups and projects with a single owner. */
const soleOwnerships: [username: string, NamespaceType, name: string][] = [
  ['maya.lindqvist', 'Namespace', 'Maya’s sketches'],
  ['maya.lindqvist', 'Project', 'Tide tables'],
  ['long-gone', 'Namespace', 'Cartography archive'],
  ['long-gone', 'Project', 'Survey of old charts'],
  ['winter.sleep', 'Namespace', 'Reorganisation'],
  ['bulk_seller', 'Namespace', 'Best price!!!'],
  ['onerror', 'Namespace', '<script>alert("group")</script>'],
  ['onerror', 'Project', '"><img src=x onerror=alert(1)>'],
  ['reversed', 'Project', 'invoice\u202Egpj.exe'],
  ['sunny', 'Project', '🌻 Sunflower tracker'],
]

const groups = (
  'Tidewater Maps,Trail maps,Harbour & Hill,Design system,Site reliability,Security response,Single sign-on,' +
  'Documentation,Data platform,Accessibility,Translations,Community'
).split(',')

const projects = (
  'atlas,atlas-tiles,beacon,billing,build-images,changelog,compass,contour,docs-site,elevation,ferry-times,field-notes,' +
  'gazetteer,geocoder,handbook,icons,incident-bot,intranet,label-placer,lighthouse,map-editor,metrics,mobile-app,' +
  'offline-packs,onboarding,permits,portal,print-service,release-tools,route-planner,runbooks,sandbox,search,styleguide,' +
  'survey-forms,tide-model,trail-reports,translations,vault,weather'
).split(',')
