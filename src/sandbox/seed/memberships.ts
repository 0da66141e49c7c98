import type { Database } from '../database/database.ts'
import type { AccessLevel, NamespaceType } from '../database/memberships.ts'
import { accessLevels, insertMembership, insertNamespace } from '../database/memberships.ts'
import { userByUsername } from '../database/users.ts'
import type { SeedUser } from './seed-user.ts'
import type { Random } from './random.ts'

/** The groups and projects that people take part in, by id. */
export type SeedNamespaces = Record<NamespaceType, readonly number[]>

/** Makes the groups and projects. Those that are somebody's own come with `storeOwners`. */
export function storeNamespaces(db: Database): SeedNamespaces {
  return {
    Namespace: groups.map((name) => insertNamespace(db, 'Namespace', name)),
    Project: projects.map((name) => insertNamespace(db, 'Project', name)),
  }
}

/** Lets a person take part in as many groups and projects as is said of them. */
export function storeMemberships(
  db: Database,
  random: Random,
  places: SeedNamespaces,
  userId: number,
  { groups: inGroups = 0, projects: inProjects = 0 }: SeedUser,
): void {
  const join = (ids: readonly number[], count: number, levels: readonly AccessLevel[]) => {
    const start = random.below(ids.length)
    for (let left = Math.min(count, ids.length); left > 0; left--) {
      insertMembership(db, userId, ids[(start + left) % ids.length]!, random.pick(levels))
    }
  }
  join(places.Namespace, inGroups, [minimal, guest, ...usualLevels])
  join(places.Project, inProjects, [guest, ...usualLevels])
}

/** Gives all places their owners, when everybody is there. */
export function storeOwners(db: Database, places: SeedNamespaces): void {
  const makeOwner = (username: string, id: number) =>
    db.insert(
      'memberships',
      { user_id: userByUsername(db, username)!.id, namespace_id: id, access_level: owner },
      'REPLACE',
    )
  for (const id of places.Namespace) for (const username of ownersOfAll) makeOwner(username, id)
  for (const id of places.Project) makeOwner(ownersOfAll[0]!, id)
  for (const [username, type, name] of soleOwnerships)
    makeOwner(username, insertNamespace(db, type, name))
  const names = new Set([...ownersOfAll, ...soleOwnerships.map(([username]) => username)])
  for (const username of names) {
    db.run(
      `UPDATE users SET projects_count = (
         SELECT count(*) FROM memberships JOIN namespaces ON namespaces.id = namespace_id
         WHERE user_id = users.id AND type = 'Project') WHERE username = ?`,
      username,
    )
  }
}

const { minimal, guest, planner, reporter, developer, maintainer, owner } = accessLevels
const usualLevels = [planner, reporter, developer, developer, developer, maintainer]

/** Who owns every group, so that nobody of the crowd is alone with one. */
const ownersOfAll = ['ines', 'tomasz']

/** What has one owner only. */
const soleOwnerships: [username: string, NamespaceType, name: string][] = [
  ['maya.lindqvist', 'Namespace', 'Maya’s sketches'],
  ['maya.lindqvist', 'Project', 'Tide tables'],
  ['long-gone', 'Namespace', 'Cartography archive'],
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
