import type { Database } from './database.ts'

/** A key-value pair that administrators set on a user. */
export interface CustomAttribute {
  key: string
  value: string
}

/** Stores an attribute, replacing any with the same key. */
export function setCustomAttribute(
  db: Database,
  userId: number,
  { key, value }: CustomAttribute,
): void {
  db.insert('custom_attributes', { user_id: userId, key, value }, 'REPLACE')
}

export function customAttributesOf(db: Database, userId: number): CustomAttribute[] {
  return db.all<CustomAttribute>(
    'SELECT key, value FROM custom_attributes WHERE user_id = ? ORDER BY key',
    userId,
  )
}

export function removeCustomAttribute(db: Database, userId: number, key: string): void {
  db.run('DELETE FROM custom_attributes WHERE user_id = ? AND key = ?', userId, key)
}
