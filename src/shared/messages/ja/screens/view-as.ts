import type { viewAs as english } from '../../en/screens/view-as.ts'

export const viewAs: Record<keyof typeof english, string> = {
  'viewAs.activeToday':
    '@{username}として表示すると、GitLabでは本人の今日のアクティビティーとして扱われます。最終アクティビティーはすでに今日のため、日付は変わりません。',
  'viewAs.activityChanges':
    '@{username}として表示すると、GitLabでは本人の今日のアクティビティーとして扱われます。最終アクティビティーが{day}から今日に変わります。',
  'viewAs.activityChangesFromNever':
    '@{username}として表示すると、GitLabでは本人の今日のアクティビティーとして扱われます。最終アクティビティーが「なし」から今日に変わります。',
  'viewAs.banner': '別のユーザーとして表示中',
  'viewAs.changedFrom':
    '最終アクティビティーは{before}ですが、このユーザーとして表示したため{day}に変わりました。',
  'viewAs.changedFromNever':
    'アクティビティーはありませんが、このユーザーとして表示したため{day}に変わりました。',
  'viewAs.changedNote': '表示したため最終アクティビティーが変更',
  'viewAs.confirm': '表示',
  'viewAs.countsAsActivity':
    '@{username}として表示すると、GitLabでは本人の今日のアクティビティーとして扱われます。',
  'viewAs.lead': 'GitLabがこのユーザーに表示するアカウントの内容。',
  'viewAs.needsAdministrator':
    '別のユーザーとして表示できるのは、パーソナルアクセストークンまたはOAuthを使用する管理者のみです。',
  'viewAs.needsSudo': '別のユーザーとして表示するには、管理者のトークンにsudoスコープも必要です。',
  'viewAs.noDeactivation': '{day}まで、GitLabがこのユーザーの無効化を拒否する場合があります。',
  'viewAs.noSuchUser': 'このIDのユーザーはいません。',
  'viewAs.readOnly': 'この画面では何も変更できません。',
  'viewAs.recorded': 'この操作は監査ログに記録されます。',
  'viewAs.staysDormant':
    'Latchkeyでは引き続き休止中として扱われますが、GitLabが{days}日間、無効化を拒否する場合があります。',
  'viewAs.stop': '表示を終了',
  'viewAs.title': 'ユーザーとして表示',
  'viewAs.titleFor': '@{username}として表示しますか？',
  'viewAs.userById': 'ユーザー{id}',
  'viewAs.userCannotSignIn':
    'このユーザーはサインインできないため、このユーザーとして表示できません。',
  'viewAs.viewing': '{viewer}が{user}として表示しています。',
}
