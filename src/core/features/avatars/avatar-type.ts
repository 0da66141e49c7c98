import type { avatarTypes } from '../../../shared/operations/avatars.ts'
import { pictureType } from '../../../shared/rules/picture-type.ts'

export type AvatarType = (typeof avatarTypes)[number]

/** The image type of an avatar by its bytes; undefined for everything that GitLab doesn't accept as one. */
export function avatarType(bytes: Uint8Array): AvatarType | undefined {
  const type = pictureType(bytes)
  return type === 'image/avif' ? undefined : type
}

/** An image as a `data:` URL; null for anything else. */
export function toDataUrl(bytes: Uint8Array): string | null {
  const type = avatarType(bytes)
  return type ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : null
}
