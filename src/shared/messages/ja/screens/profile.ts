import type { profile as english } from '../../en/screens/profile.ts'

export const profile: Record<keyof typeof english, string> = {
  'profile.administrator': '管理者',
  'profile.editOnWeb': 'Webで編集',
  'profile.lead': '公開プロフィールとアカウントの詳細。',
  'profile.locked': 'ロック中',
  'profile.title': 'プロフィール',
  'profile.twoFactorOn': '2要素認証オン',
}
