/** What a consumer that claimed an event holds of it. */
export interface InboxLease {
  consumer: string;
  eventId: string;
  fence: number;
}
