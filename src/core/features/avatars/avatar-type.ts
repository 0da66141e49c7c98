import type { avatarTypes } from '../../../shared/operations/avatars.ts'
import { pictureType } from '../../../shared/rules/picture-type.ts'

export type AvatarType = (typeof avatarTypes)[number]

/** An avatar's image type, detected from its bytes; undefined for types that GitLab doesn't accept. */
export function avatarType(bytes: Uint8Array): AvatarType | undefined {
  const type = pictureType(bytes)
  return type === 'image/avif' ? undefined : type
}

/** An image as a `data:` URL; null for anything else. */
export function toDataUrl(bytes: Uint8Array): string | null {
  const type = avatarType(bytes)
  return type ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : null
}
