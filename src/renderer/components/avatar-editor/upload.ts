import type { avatarTypes } from '../../../shared/operations/avatars.ts'

type AvatarType = (typeof avatarTypes)[number]

const extensions: Record<AvatarType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
}

/** An image as it is sent, and as it is shown. */
export interface Upload {
  input: { filename: string; type: AvatarType; base64: string }
  dataUrl: string
}

/** Prepares an image for sending. The service goes by the file extension, so the name is set here. */
export async function upload(picture: Blob): Promise<Upload> {
  const type = picture.type as AvatarType
  const dataUrl = await dataUrlOf(picture)
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  return { input: { filename: `avatar.${extensions[type]}`, type, base64 }, dataUrl }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
