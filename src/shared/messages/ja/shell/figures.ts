import type { figures as english } from '../../en/shell/figures.ts'

export const figures: Record<keyof typeof english, string> = {
  'figures.admins': 'すべての管理者（ブロック済みを含む）。',
  'figures.banned': '状態が「BAN済み」のユーザー。',
  'figures.blocked':
    '管理者またはLDAPによってブロックされたユーザー。BAN済みと承認待ちは含みません。',
  'figures.bots': 'すべてのボット（プロジェクトとグループのボットを含む）。',
  'figures.everyone': 'このインスタンスのすべてのユーザー（ボットとブロック済みを含む）。',
  'figures.external': 'すべての外部ユーザー（ブロック済みを含む）。',
  'figures.inactive':
    '{days, number}日以上アクティビティのないアクティブな人。一度もアクティブでない場合は作成日から数えます。ボットは含みません。',
  'figures.locked':
    'ログインの失敗が多すぎて一時的にログインできないユーザー（状態を問いません）。',
  'figures.new': '過去7日間に作成されたユーザー（状態を問いません）。',
  'figures.noTwoFactor':
    '2要素認証のないアクティブな人。ブロック済みのユーザーとボットは含みません。',
  'figures.pending': '状態が「承認待ち」のユーザー。',
}
