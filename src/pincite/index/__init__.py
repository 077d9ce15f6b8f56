"""Adapters for the port `Index`."""
