/** One tab of a browser with an empty profile, whatever its engine. */
export interface Page {
  go(url: string): Promise<void>;
  url(): Promise<string>;
  /** As the browser's own button. */
  back(): Promise<void>;
  /** @returns the elements that an XPath finds, by ids that the other commands take */
  find(xpath: string): Promise<string[]>;
  /** @throws if the element is gone, hidden or covered */
  click(id: string): Promise<void>;
  /** Replaces what is in a field. A browser's own date field takes 'YYYY-MM-DD'. */
  fill(id: string, text: string): Promise<void>;
  /** As it is rendered. */
  text(id: string): Promise<string>;
  /** Of a field. */
  value(id: string): Promise<string>;
  /** Runs the body of a function; only where scripts run. */
  evaluate(script: string): Promise<unknown>;
  /** Ends the browser and all that was started for it. */
  close(): Promise<void>;
}

export interface Setting {
  readonly scripts: boolean;
  /** Of the page, in CSS pixels. */
  readonly width: number;
  /** Of the window, in CSS pixels. */
  readonly height: number;
}
