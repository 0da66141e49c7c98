import {
  type AccessLevel,
  type NamespaceType,
  insertMembership,
  insertNamespace,
} from '../../../../sandbox/database/memberships.ts'
import { dateIn } from '../../../testing/dates.ts'
import type { Service } from './harness.ts'

/** A user's objects, according to the service's data. */
export interface UserObjects {
  /** Names of active personal access tokens, by ID. */
  tokens: string[]
  /** Names of active impersonation tokens. */
  impersonation: string[]
  /** Access level by place, such as `Project 4`. */
  memberships: Record<string, number>
}

/** Adds and reads the objects that leavers typically have. */
export function leaversAt({ data, ask }: Pick<Service, 'data' | 'ask'>) {
  const namesOf = (kind: string, id: number) =>
    data
      .all<{ name: string }>(
        `SELECT name FROM tokens WHERE kind = ? AND user_id = ? AND revoked = 0 AND expires_at > date('now') ORDER BY id`,
        kind,
        id,
      )
      .map(({ name }) => name)
  return {
    async addTokens(id: number, kind: 'personal_access' | 'impersonation', ...names: string[]) {
      for (const name of names) {
        const token = { name, scopes: ['api'], expires_at: dateIn(30) }
        await ask('POST', `/users/${id}/${kind}_tokens`, token)
      }
    },
    /** Returns the internal ID of a new group or project. */
    addPlace: (
      type: NamespaceType,
      name: string,
      place?: { parent_id?: number; holder_id?: number },
    ) => insertNamespace(data, type, name, place),
    /** Removes the memberships that the seed created. */
    leaveAll: (id: number) => void data.run('DELETE FROM memberships WHERE user_id = ?', id),
    /** Adds a member to the place with this internal ID. */
    join: (id: number, place: number, level: AccessLevel, expires: string | null = null) =>
      insertMembership(data, id, place, level, expires),
    belongings: (id: number): UserObjects => ({
      tokens: namesOf('personal', id),
      impersonation: namesOf('impersonation', id),
      memberships: Object.fromEntries(
        data
          .all<{ place: string; level: number }>(
            `SELECT type || ' ' || number AS place, access_level AS level FROM memberships
             JOIN namespaces ON namespaces.id = namespace_id WHERE user_id = ? ORDER BY type, number`,
            id,
          )
          .map(({ place, level }) => [place, level]),
      ),
    }),
    /** All objects that belong to other users. */
    ofOthers(ids: readonly number[]) {
      const others = `user_id NOT IN (SELECT value FROM json_each(?))`
      const all = (columns: string, table: string) =>
        data.all(
          `SELECT ${columns} FROM ${table} WHERE ${others} ORDER BY 1, 2`,
          JSON.stringify(ids),
        )
      return [
        all('id, user_id, revoked', 'tokens'),
        all('user_id, namespace_id, access_level, expires_at', 'memberships'),
        all('id, user_id', 'ssh_keys'),
        all('id, user_id', 'emails'),
      ]
    },
  }
}
