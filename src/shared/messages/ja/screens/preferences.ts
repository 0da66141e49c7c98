import type { preferences as english } from '../../en/screens/preferences.ts'

export const preferences: Record<keyof typeof english, string> = {
  'preferences.changes': '変更の表示',
  'preferences.ignoredNow':
    '無視されました: GitLabでは{isOn, select, true {オン} other {オフ}}です',
  'preferences.internal': '内部用',
  'preferences.internalHint': '通常は不要です。',
  'preferences.lead': 'GitLabでの変更の表示方法と、共有する情報。',
  'preferences.notSavedNow': '未保存: GitLabでは{isOn, select, true {オン} other {オフ}}です',
  'preferences.on': 'オン',
  'preferences.oneFileAtATime': '1ファイルずつ',
  'preferences.oneFileAtATimeHint':
    'マージリクエストで変更されたファイルを1つずつ表示します。大きなものでも速く読み込めます。',
  'preferences.passIdentities': 'アイデンティティをCI/CDジョブに渡す',
  'preferences.passIdentitiesHint':
    '自分が開始したCI/CDジョブのトークン（JWT）に、外部アイデンティティを含めます。GitLabの内部フラグのため、これらのトークンを第三者と共有しないでください。',
  'preferences.policyEditor': '高度なポリシーエディター',
  'preferences.policyEditorHint':
    'セキュリティポリシーの編集時に、フォームとYAMLを並べて表示します。',
  'preferences.saved': '保存しました',
  'preferences.savedOne': '{preference}: {isOn, select, true {オン} other {オフ}}。',
  'preferences.securityPolicies': 'セキュリティポリシー',
  'preferences.showWhitespace': '空白の変更を表示',
  'preferences.showWhitespaceHint': 'スペース、タブ、インデントのみが変更された行も表示します。',
  'preferences.switch': '{preference}: {isOn, select, true {オフにする} other {オンにする}}',
  'preferences.title': '環境設定',
}
