import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../gitlab/validation.ts'
import { SentId } from '../gitlab/fields.ts'
import { accountOperation, adminOperation, cacheable } from './operation.ts'
import { avatarLimit, avatarsAtOnce, nameLimit } from '../rules/limits.ts'

/** The image types accepted as an avatar. */
export const avatarTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
] as const

/** An image as a `data:` URL; null if there is no image or it can't be shown. */
const Picture = z.string().startsWith('data:image/').nullable()

const SentPicture = z.strictObject({
  filename: z
    .string()
    .min(1)
    .refine(...upTo(nameLimit)),
  type: z.enum(avatarTypes),
  base64: z
    .base64()
    .max(
      Math.ceil(avatarLimit / 3) * 4,
      issueText(message('validation.imageTooLarge', { max: 200 })),
    ),
})

export const avatars = {
  /** Sets the account’s avatar, after checking the type and size of the image. */
  set: accountOperation(() => ({
    input: SentPicture,
    output: z.object({ avatar_url: z.string().nullable(), picture: Picture }),
  })),
  /** Sets another user’s avatar, as an administrator. */
  setFor: adminOperation(() => ({
    input: SentPicture.extend({ user_id: SentId }),
    output: z.object({ avatar_url: z.string().nullable(), picture: Picture }),
  })),
  /** The avatars of users that this account has seen, in the order of the input. */
  of: cacheable(
    accountOperation(() => ({
      input: z.strictObject({
        users: z.array(z.strictObject({ id: SentId })).max(avatarsAtOnce),
      }),
      output: z.array(z.object({ id: z.number(), picture: Picture })),
    })),
  ),
}
