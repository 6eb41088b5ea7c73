/** What the browser must know of the portal's settings; handed down from the server. */
export interface UploadSettings {
  maxUploadBytes: number;
  multipartThresholdBytes: number;
  multipartPartBytes: number;
}

export interface ProductName {
  id: string;
  name: string;
}

export interface UploadTarget extends ProductName {
  photo_count: number;
  photo_limit: number;
}
