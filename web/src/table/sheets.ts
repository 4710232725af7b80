/** What may lie open over the table. */
export type Sheet =
  | 'menu'
  | 'settings'
  | 'standing'
  | 'aims'
  | 'keys'
  | 'army'
  | 'journal'
  | 'reasons'
  | '';
