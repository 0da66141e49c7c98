import type { avatar as english } from '../../en/node/avatar.ts'

export const avatar: Record<keyof typeof english, string> = {
  'avatar.notAnImage': 'GitLabで使用できる画像ではありません',
  'avatar.otherType': '中身は{found}です',
  'avatar.refusedFormat': '{filename}はGitLabで使用できる画像ではありません。',
  'avatar.refusedHint':
    '200 KiB以下のPNG、JPEG、GIF、WebP、BMPのいずれかの画像を選択してください。何も送信されていません。',
  'avatar.refusedSize': '{filename}は200 KiBを超えています。',
  'avatar.refusedType': '{filename}は{type}とされていますが、中身は{found}です。',
  'avatar.tooLarge': '200 KiBを超えています',
}
